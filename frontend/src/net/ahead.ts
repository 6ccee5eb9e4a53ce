// What is asked for ahead, so that the service worker can answer it when the network is away.

/** Asks one after the other, quietly, where answers are kept; stops at the first that fails. */
export async function askAhead(questions: Iterable<() => Promise<unknown>>): Promise<void> {
  if (!navigator.serviceWorker?.controller) return
  try {
    for (const ask of questions) await ask()
  } catch {
    // The network is away already, or the server has other things to do.
  }
}
