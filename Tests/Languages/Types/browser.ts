// A program over the package's part for browsers, for TypeScript's compiler to judge.
import { BrowserFlow, FlowRefusal, type Screen } from "./browser/browser.js";

function titleOf(screen: Screen): string {
    switch (screen.kind) {
        case "providerPicker": return screen.providers.map((provider) => provider.displayName).join(", ");
        case "code": return `${screen.code} ${screen.link ?? ""}`;
        case "problem": return `${screen.reason} ${screen.details ?? ""} ${screen.options.join(", ")}`;
        default: return screen.kind;
    }
}

export async function play(resource: string): Promise<string> {
    const flow = await BrowserFlow.open({
        app: "Types/1.0", softwareStatement: "statement", device: { model: "Box" },
        settings: {
            serviceProvider: "REF30", domainName: "example.com", redirectURL: "https://example.com/done", partner: "none", platform: "other",
            hasUserAgent: false, policy: { pollInterval: 2000 },
        },
    });
    flow.addEventListener("change", () => {
        const { screen, status } = flow.view;
        if (screen) console.log(titleOf(screen), status.kind);
        if (screen?.kind === "providerPicker" && screen.providers[0]) flow.choose(screen, { kind: "provider", mvpd: screen.providers[0].mvpd });
    });
    flow.start();
    try {
        return (await flow.play(resource)).token;
    } catch (error) {
        return error instanceof FlowRefusal && error.reason === "denied" ? error.options.join() : String(error);
    }
}
