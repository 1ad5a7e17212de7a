import { createRoot } from "react-dom/client";

// The smallest possible React page: whatever the product's page costs beyond it is the product's own cost.
createRoot(document.getElementById("root") ?? document.body).render(<h1>A bare React page</h1>);
