/** A name out of a word and the least number with which nothing in a list is named yet. */
export function freeName(word: string, list: readonly { name: string }[]): string {
  const taken = new Set(list.map(({ name }) => name))
  let number = 1
  while (taken.has(`${word} ${number}`)) number++
  return `${word} ${number}`
}
