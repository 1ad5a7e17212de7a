import { createContext, useContext } from "react";

/** The wallet of the admin in front of the panel. */
export const AdminAddress = createContext("");
export const useAdminAddress = (): string => useContext(AdminAddress);
