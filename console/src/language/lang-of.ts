const HAN = /\p{Script=Han}/u

/** Language (BCP 47) of an entered text, where its letters show it: for screen readers and hyphenation. */
export function langOf(text: string): 'zh' | undefined {
  return HAN.test(text) ? 'zh' : undefined
}
