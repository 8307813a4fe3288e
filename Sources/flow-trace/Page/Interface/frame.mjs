// The frame of the page: the head with the tools and the views' tabs, and one panel for each view.

import { byID, el } from './dom.mjs';
import { openButtons } from './opening.mjs';
import { helpDialog } from './help.mjs';
import { printDialog } from './printing.mjs';
import { shortName } from './place.mjs';

export const tabs = ['Findings', 'Events', 'States', 'Timeline', 'What if', 'Compare'];
/** Returns the name of a view in an address. */
export const viewID = (name) => name.toLowerCase().replace(' ', '-');
/** Returns the id of a tab, without a space, because a space separates the ids in a list of ids. */
const tabID = (name) => `tab-${name.replace(' ', '-')}`;

export class Frame {
    /** The verdict on the shown log. */
    chip = el('span.chip', { id: 'verdict', role: 'status' });
    panels = {};
    #choice = el('select', { hidden: true, 'aria-label': 'Log' });
    #buttons = {};

    /** Builds the head as soon as the head is there, so that it has its final height before the findings are drawn. `count`: how many logs follow. */
    constructor(viewer, menu, count) {
        this.#choice.addEventListener('change', () => viewer.follow(viewer.logs[Number(this.#choice.value)]));
        this.#choice.hidden = count < 2;
        if (count > 0) this.chip.textContent = 'verifying …';
        byID('top').append(
            el('div.tools', {}, this.#choice, this.chip, ...openButtons((logs) => viewer.open(logs), (text) => viewer.fail(text)), menu,
                el('button.wide', { onclick: () => printDialog(viewer.log?.model) }, 'Print…'),
                el('button', { 'aria-label': 'Keys', onclick: helpDialog }, '?')),
            el('nav', { role: 'tablist', 'aria-label': 'Views' }, tabs.map((name) => {
                this.#buttons[name] = el('button', { role: 'tab', id: tabID(name), 'aria-controls': `panel-${tabID(name)}`, onclick: () => viewer.show(name) }, name);
                return this.#buttons[name];
            })));
        document.body.append(el('div', { id: 'say', role: 'status', 'aria-live': 'polite' }), el('div.off', { id: 'announce', 'aria-live': 'polite' }));
        // The tools work when the views are there.
        byID('top').inert = true;
    }

    /** Puts what the page contains into the first panel, and the views' elements into the others. */
    fill(contents) {
        const main = document.querySelector('main');
        for (const name of tabs) {
            this.panels[name] = el('div', { role: 'tabpanel', id: `panel-${tabID(name)}`, 'aria-labelledby': tabID(name), hidden: true, tabIndex: -1, className: 'panel' },
                name === 'Findings' ? [...main.childNodes] : contents[name]);
        }
        main.append(...Object.values(this.panels));
        main.classList.add('built');
        byID('top').inert = false;
    }

    show(name) {
        for (const tab of tabs) {
            this.panels[tab].hidden = tab !== name;
            this.#buttons[tab].setAttribute('aria-selected', String(tab === name));
            this.#buttons[tab].tabIndex = tab === name ? 0 : -1;
        }
        document.body.dataset.tab = name;
        // If the element with the focus is hidden now, the focus moves to the new view.
        if (document.activeElement?.closest('.panel')?.hidden) this.panels[name].focus({ preventScroll: true });
    }

    focusTab(name) {
        this.#buttons[name].focus();
    }

    /** Offers the logs `shown` of all `logs`. */
    offer(logs, shown, chosen) {
        this.#choice.hidden = logs.length < 2;
        this.#choice.replaceChildren(...shown.map((log) => el('option', { value: String(logs.indexOf(log)), title: log.name }, shortName(log))));
        this.#choice.value = String(logs.indexOf(chosen));
        this.#choice.title = shown.length < logs.length ? `${shown.length} of ${logs.length} logs, by the filter of the findings` : '';
    }
}
