// A program over the interpreter, for TypeScript's compiler to judge.
import { Machine } from "./flowmachine.js";
import { deviceIdentifier, InterpretedApp, Interpreter } from "./interpreter/interpreter.js";

export async function watch(machine: Machine, contract: object, settings: InterpretedApp["settings"]): Promise<string | undefined> {
    machine.begin({ app: "DemoTV/1.0", support: "4711", settings });
    const app: InterpretedApp = {
        settings, softwareStatement: "s", deviceIdentifier: await deviceIdentifier("this device"),
        device: { model: "web", version: "1", osName: "Linux" },
    };
    const interpreter = new Interpreter(machine, contract, app, {
        line: (text) => console.log(text),
        present(what, choose) {
            if (what.kind === "code") console.log(interpreter.secret(what.code));
            if (what.kind === "problem") choose({ kind: "cancel" });
        },
    });
    interpreter.launch();
    await interpreter.signIn();
    const answer = await interpreter.play("news");
    return answer.kind === "permitted" ? interpreter.take(answer.media.ref) : undefined;
}
