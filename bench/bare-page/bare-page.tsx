import { createRoot } from "react-dom/client";

// The least that a React page can be: what the product's page costs beyond it is the product's own.
createRoot(document.getElementById("root") ?? document.body).render(<h1>A bare React page</h1>);
