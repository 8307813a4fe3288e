// The element <flow-log>, which shows a log in the page of a support console.

/**
 * `<flow-log src="app.jsonl">` shows the findings, the drawing and single events of the log at `src`. When the log is shown, the element dispatches
 * `shown`; when it cannot be shown, the element shows its own content and dispatches `failed`, whose `detail` is the text of `failure`.
 */
export class FlowLog extends HTMLElement {
    static observedAttributes: string[];
    /** The reason why the log is not shown; `null` if it is shown or still loading. */
    failure: string | null;
}

declare global {
    interface HTMLElementTagNameMap {
        "flow-log": FlowLog;
    }
}
