import type { TextKey } from '../../language/language.ts'

export type GuideStep = { title: TextKey<'talk'>; text: TextKey<'talk'>; copy?: string }

/** How to let a page over plain http have the microphone, by browser (stated: Firefox and Chrome variants). */
export function guideSteps(userAgent: string, origin: string): GuideStep[] {
  return /firefox/i.test(userAgent) ? FIREFOX : chromeSteps(origin)
}

function chromeSteps(origin: string): GuideStep[] {
  return [
    {
      title: 'guide.chrome.open.title',
      text: 'guide.chrome.open.text',
      copy: 'chrome://flags/#unsafely-treat-insecure-origin-as-secure',
    },
    { title: 'guide.chrome.add.title', text: 'guide.chrome.add.text', copy: origin },
    { title: 'guide.chrome.restart.title', text: 'guide.chrome.restart.text' },
    { title: 'guide.chrome.allow.title', text: 'guide.chrome.allow.text' },
  ]
}

const FIREFOX: GuideStep[] = [
  { title: 'guide.firefox.open.title', text: 'guide.firefox.open.text', copy: 'about:config' },
  {
    title: 'guide.firefox.insecure.title',
    text: 'guide.firefox.insecure.text',
    copy: 'media.devices.insecure.enabled',
  },
  {
    title: 'guide.firefox.user.title',
    text: 'guide.firefox.user.text',
    copy: 'media.getusermedia.insecure.enabled',
  },
  { title: 'guide.firefox.allow.title', text: 'guide.firefox.allow.text' },
]
