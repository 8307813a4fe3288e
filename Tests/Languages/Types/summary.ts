// A program against the types of a log's lines: it is compiled, not run.
import { Effect, FlowEvent, FlowSettings, Line, SecretRef } from "./flowmachine";

/** The line in a few words. */
export function summary(line: Line): string {
    if ("snapshot" in line) return `continues after event ${line.snapshot.number}: ${line.snapshot.model.state.kind}`;
    if ("format" in line) return `${line.app}, ${line.settings.serviceProvider}, ${api(line.settings)}`;
    return `${line.number} ${origin(line.event)}, ${line.rule}, ${line.effects.map(effect).join(", ")}`;
}

function api(settings: FlowSettings): string {
    return settings.api === "restV2" ? "REST API V2" : "REST API V1";
}

function origin(event: FlowEvent): string {
    switch (event.origin.kind) {
        case "user": return event.origin.user.kind;
        case "app": return event.origin.app.kind;
        case "reply": return `reply to ${event.origin.request}: ${event.origin.reply.result.kind}`;
        case "timer": return `timer ${event.origin.timer}`;
    }
}

function effect(effect: Effect): string {
    if (effect.kind !== "answer") return effect.kind;
    const answer = effect.answer;
    return answer.kind === "permitted" ? `${answer.media.ref} until ${answer.media.notAfter}` : answer.kind;
}

/** An event that an app creates. */
export const start: FlowEvent = { time: 1767225600000, origin: { kind: "user", user: { kind: "start", wish: 1 } } };

/** A reference to a media token. */
export const media: SecretRef = "media#1";
