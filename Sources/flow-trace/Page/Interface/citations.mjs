// The findings that cite events.

export class Citations {
    #byEvent = new Map();

    constructor(findings) {
        for (const link of findings?.querySelectorAll('.finding .evidence a.event') ?? []) {
            const event = Number(link.hash.slice('#event='.length));
            const element = link.closest('.finding');
            if (!this.#byEvent.has(event)) this.#byEvent.set(event, []);
            this.#byEvent.get(event).push({ file: link.dataset.file, title: element.querySelector('h3').textContent, element });
        }
    }

    /** Returns the findings that cite an event of a log. `isOnly`: whether it is the only open log, whose name in the findings may differ. */
    of(event, log, isOnly) {
        return (this.#byEvent.get(event) ?? []).filter(({ file }) => isOnly || log.files.includes(file));
    }

    /** Returns the numbers of the events of a log that a finding cites. */
    events(log, isOnly) {
        return [...this.#byEvent.keys()].filter((event) => this.of(event, log, isOnly).length > 0);
    }
}
