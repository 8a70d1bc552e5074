/** A pattern of names, `*` being anything: `alarms.*`. */
export function namePattern(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
