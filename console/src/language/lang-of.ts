const HAN = /\p{Script=Han}/u

/** Language (BCP 47) of a text that people gave, where its letters tell: for screen readers and hyphenation. */
export function langOf(text: string): 'zh' | undefined {
  return HAN.test(text) ? 'zh' : undefined
}
