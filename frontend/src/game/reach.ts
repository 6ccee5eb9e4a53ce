// Which addresses other machines can open.

/** Whether an address means the machine itself, whichever one opens it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
