/** Whether the browser stores anything for the page: private windows and blocked site data refuse it. */
export function canStore(): boolean {
  try {
    localStorage.setItem("stores", "");
    localStorage.removeItem("stores");
    return true;
  } catch (error) {
    console.debug("Local storage is refused.", error);
    return false;
  }
}
