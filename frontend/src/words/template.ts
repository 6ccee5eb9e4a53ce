type Values = Record<string, string | number>

/**
 * Puts values into a text: `{name}` is replaced, and of `one|many` the form is taken that fits `n`: the first whose
 * pattern in the language's `plural` fits the number, or the last.
 */
export function fill(text: string, values: Values, plural: string[] = ['1']): string {
  const forms = text.split('|')
  const n = values['n']
  const fits = plural.findIndex((pattern) => new RegExp(`^(?:${pattern})$`).test(String(n)))
  const form = n === undefined ? text : (forms[fits] ?? forms.at(-1)!)
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
