import { Toaster } from "sonner";
import "sonner/dist/styles.css";

/** Bottom right, four seconds each. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      duration={4000}
      theme="dark"
      gap={8}
      mobileOffset={{ bottom: 152 }}
      toastOptions={{
        className: "panel! text-text! text-sm! font-ui! bg-panel!",
        descriptionClassName: "text-muted!",
      }}
    />
  );
}
