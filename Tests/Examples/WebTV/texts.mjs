// The texts of the string catalog in the viewer's language.
import { catalog, language } from './settings.mjs';

let strings = {};

/** Without the catalog the texts are English. */
export async function loadTexts() {
    document.documentElement.lang = language === 'de' ? 'de' : 'en';
    if (language === 'en') return;
    const answer = await fetch(catalog);
    if (answer.ok) ({ strings } = await answer.json());
}

/** @param key the English text; each %@ stands for one of `values` */
export function text(key, ...values) {
    const translated = strings[key]?.localizations?.[language]?.stringUnit?.value ?? key;
    return values.reduce((result, value) => result.replace('%@', () => value), translated);
}
