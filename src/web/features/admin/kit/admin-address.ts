import { createContext, useContext } from "react";

/** The wallet of the admin who is using the panel. */
export const AdminAddress = createContext("");
export const useAdminAddress = (): string => useContext(AdminAddress);
