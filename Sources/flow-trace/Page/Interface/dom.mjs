// Creates elements. A text of a log is never parsed as HTML here.

/** Creates an element with properties, attributes (names with a dash, `role`), listeners (`onclick`) and children. */
export function el(tag, properties = {}, ...children) {
    const [name, ...classes] = tag.split('.');
    const element = document.createElement(name || 'div');
    if (classes.length) element.className = classes.join(' ');
    // A button submits a form unless it has another type.
    if (name === 'button') element.type = name;
    for (const [key, value] of Object.entries(properties)) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (key === 'data') Object.assign(element.dataset, value);
        else if (key.includes('-') || key === 'role' || key === 'for' || key === 'list') element.setAttribute(key, value === true ? '' : value);
        else element[key] = value;
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

export const byID = (id) => document.getElementById(id);

/** Shows a short message for four seconds. A screen reader reads it, too. */
export function say(text) {
    const place = byID('say');
    if (!place) return;
    place.textContent = text;
    place.classList.add('shown');
    clearTimeout(say.timer);
    say.timer = setTimeout(() => place.classList.remove('shown'), 4000);
}

/** Saves a text as a file. */
export function save(name, text, type = 'text/plain') {
    const url = URL.createObjectURL(new Blob([text], { type }));
    el('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const area = el('textarea', { value: text, className: 'off' });
        document.body.append(area);
        area.select();
        const done = document.execCommand('copy');
        area.remove();
        if (!done) return say(`The browser does not allow copying: ${text}`);
    }
    say(`Copied: ${what}`);
}
