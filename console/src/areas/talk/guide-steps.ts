import type { TextKey } from '../../language/language.ts'

type GuideStep = { title: TextKey<'talk'>; text: TextKey<'talk'>; copy?: string }

/**
 * How to speak when the page came over plain http, by browser (stated: Firefox and Chrome variants). Https leads: Firefox
 * has switches for the microphone, but none that makes such a page secure, and without that it has no audio thread.
 */
export function guideSteps(userAgent: string, origin: string): GuideStep[] {
  const browser = /firefox/i.test(userAgent) ? 'firefox' : 'chrome'
  return [
    { title: 'guide.address.title', text: 'guide.address.text' },
    {
      title: 'guide.command.title',
      text: 'guide.command.text',
      copy: `npx backlot console --platform ${origin} --https --host 0.0.0.0`,
    },
    { title: 'guide.warning.title', text: `guide.warning.${browser}` },
    { title: 'guide.allow.title', text: 'guide.allow.text' },
    ...(browser === 'chrome' ? exceptionSteps(origin) : []),
  ]
}

/** Chrome and Edge take single addresses for secure. */
function exceptionSteps(origin: string): GuideStep[] {
  return [
    {
      title: 'guide.chrome.open.title',
      text: 'guide.chrome.open.text',
      copy: 'chrome://flags/#unsafely-treat-insecure-origin-as-secure',
    },
    { title: 'guide.chrome.add.title', text: 'guide.chrome.add.text', copy: origin },
    { title: 'guide.chrome.restart.title', text: 'guide.chrome.restart.text' },
  ]
}
