/** The page that is shown, following the address. */
import { routeOf, type Route } from "./router.ts";

class Navigation {
  route = $state.raw<Route>(routeOf(location.pathname, location.hash));

  constructor() {
    addEventListener("popstate", () => {
      this.follow();
    });
    addEventListener("hashchange", () => {
      this.follow();
    });
    document.addEventListener("click", (event) => {
      this.clicked(event);
    });
  }

  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.follow();
    scrollTo(0, 0);
  }

  private follow(): void {
    this.route = routeOf(location.pathname, location.hash);
  }

  /** Links inside the client change the page without a reload. */
  private clicked(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.pathname.includes(".")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const navigation = new Navigation();
