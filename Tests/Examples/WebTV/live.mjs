// For development: sends the log to `flow-trace serve` while the app writes it. Its page at / draws it, says what it means, and verifies it.

/** @param address the server's address for logs: http://127.0.0.1:8080/log */
export function sendLog(flow, address) {
    let name, sent = 0, isSending = false, isDue = false;

    async function sendNewLines() {
        const file = (await flow.log()).at(-1);
        if (!file || !flow.view.isLeading) return;
        if (file.name !== name) [name, sent] = [file.name, 0];
        const lines = file.text.slice(sent);
        if (lines === '') return;
        const answer = await fetch(`${address}?name=${name}`, { method: 'POST', body: lines });
        // A server that was started again has nothing of this log.
        sent = answer.ok ? file.text.length : 0;
    }

    flow.addEventListener('change', async () => {
        isDue = true;
        if (isSending) return;
        isSending = true;
        while (isDue) {
            isDue = false;
            // Without a server, the same lines are sent again with the next ones.
            await sendNewLines().catch(() => {});
        }
        isSending = false;
    });
}
