// A program over the element <flow-log>, for TypeScript's compiler to judge.
import { FlowLog } from "./page/flow-log.js";

export function show(address: string, place: Element): void {
    const log = document.createElement("flow-log");
    log.setAttribute("src", address);
    log.addEventListener("failed", () => console.log(log.failure?.length));
    place.append(log);
}

export const isLog = (element: Element): element is FlowLog => element instanceof FlowLog;
