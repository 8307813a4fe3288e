// The keys of the viewer.

import { byID, copy } from './dom.mjs';
import { reference } from './copying.mjs';
import { helpDialog } from './help.mjs';
import { printDialog } from './printing.mjs';

const scrollKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'];

/** Acts on a key. `tabs`: the names of the views in their order. */
export function actOnKey(event, viewer, tabs) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.target.closest?.('input, textarea, select') || event.defaultPrevented) return;
    const isTab = event.target.getAttribute?.('role') === 'tab';
    if (isTab && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
        viewer.show(tabs[(tabs.indexOf(viewer.tab) + (event.key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length]);
        viewer.focusTab();
        event.preventDefault();
        return;
    }
    if (scrollKeys.includes(event.key) && viewer.tab !== 'Events') return;
    const model = viewer.log?.model;
    const actions = {
        ArrowRight: () => viewer.move(1), ArrowLeft: () => viewer.move(-1), ArrowDown: () => viewer.move(1), ArrowUp: () => viewer.move(-1),
        PageDown: () => viewer.movePage(1), PageUp: () => viewer.movePage(-1),
        Home: () => viewer.go(model?.firstEvent), End: () => viewer.go(model?.lastEvent),
        n: () => viewer.problem(1), N: () => viewer.problem(-1), '?': helpDialog, o: () => byID('open').click(), p: () => printDialog(model),
        '/': () => viewer.search(),
        c: () => viewer.step && copy(reference(viewer.header, viewer.step), 'the reference'),
        w: () => viewer.step && viewer.edit({ kind: 'without', event: viewer.step.event }),
    };
    const view = tabs[Number(event.key) - 1];
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : view && (() => viewer.show(view));
    if (!action) return;
    event.preventDefault();
    action();
}
