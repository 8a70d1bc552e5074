import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestPlatform,
  hash,
  PASSWORD,
  START_MS,
  type TestPlatform,
} from '../../simulator/src/composition/areas/test-platform.test-support.ts'
import { MESSAGES, message } from '../../simulator/src/kernel/messages.ts'
import { CATALOGUE, type CatalogueEntry, UNSAID } from './error-catalogue.ts'

const ROOT = join(import.meta.dirname, '../..')
const ENTRIES = Object.entries(CATALOGUE).flatMap(([part, list]) =>
  list.map((each): [string, CatalogueEntry] => [`${part}: ${each.entry}`, each]),
)
const LANGUAGES = ['en', 'zh'] as const

/** A text in both languages; undefined in one that lacks it. */
async function inBoth(text: string): Promise<(string | undefined)[]> {
  const [file = '', key = ''] = text.split(':')
  if (file === 'server') {
    const own = (MESSAGES as Readonly<Record<string, Record<'en' | 'zh', string>>>)[key]
    return LANGUAGES.map((each) => own?.[each])
  }
  const found = LANGUAGES.map(async (language) => {
    const texts = (await import(`../../console/src/language/${language}/${file}.ts`)) as { default: object }
    const at = (path: string) =>
      path
        .split('.')
        .reduce<unknown>((tree, part) => (tree as Record<string, unknown>)?.[part], texts.default)
    const words = at(key) ?? at(`${key}_other`)
    return typeof words === 'string' ? words : undefined
  })
  return Promise.all(found)
}

/** The longest piece of a text between its places to fill. */
const pieceOf = (text: string) =>
  text
    .split(/\{+\w+\}+/)
    .sort((a, b) => b.length - a.length)[0]!
    .trim()

function sourcesOf(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|messages\.ts$|^language\/(en|zh)\//.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n')
}

describe('the catalogue of errors', () => {
  const consoleSource = sourcesOf('console/src')
  const serverSource = sourcesOf('simulator/src')
  const prefixes = [...consoleSource.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix!)
  const isUsed = (text: string) => {
    const [file, key = ''] = text.split(':')
    if (file === 'server') return new RegExp(`['".]${key}\\b`).test(serverSource)
    return consoleSource.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix))
  }

  it.each(ENTRIES)('%s is said in both languages, and by the product', async (_name, { texts }) => {
    for (const text of texts) {
      for (const words of await inBoth(text)) expect(words?.trim(), text).toBeTruthy()
      expect(isUsed(text), `${text} is used`).toBe(true)
    }
  })

  it.each(ENTRIES)('%s is brought about by a test', async (name, { texts, proofs, asserts }) => {
    expect(proofs.length).toBeGreaterThan(0)
    const pieces = (await Promise.all(texts.map(inBoth))).flat().map((words) => pieceOf(words!))
    const keys = texts.map((text) => text.split(/[:.]/).at(-1)!)
    for (const proof of proofs) {
      if (proof === 'here') {
        expect(HERE[name], 'a provocation below').toBeDefined()
        continue
      }
      const [file = '', title = ''] = proof.split(' › ')
      const test = readFileSync(join(ROOT, file), 'utf8')
      expect(test.includes(title), `${file} has a test: ${title}`).toBe(true)
      const evidence = asserts
        ? [asserts]
        : [...pieces, ...keys.flatMap((key) => [`${key}'`, `${key} {`, `.${key}`])]
      expect(
        evidence.some((words) => test.includes(words)),
        `${file} names one of ${evidence.join(' | ')}`,
      ).toBe(true)
    }
  })

  it('names each thing once, and what is unsaid is not said', () => {
    const names = ENTRIES.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { entry, because } of UNSAID) {
      expect(because).not.toBe('')
      expect(names.some((name) => name.endsWith(`: ${entry}`))).toBe(false)
    }
  })
})

type Said = { code: number; msg: string }
type Client = Awaited<ReturnType<TestPlatform['signIn']>>
/** Request to the platform, by a client that speaks the language, and the message that it causes. */
type Provocation = {
  key: keyof typeof MESSAGES
  code: number
  values?: Record<string, string | number>
  ask(client: Client, platform: TestPlatform, language: 'en' | 'zh'): Promise<Said>
}

const modify = (client: Client, first: string, second: string) =>
  client.post('/user/modifyPassword', { password: hash(first), verifyPassword: hash(second) })
const upload = (client: Client, bytes: Uint8Array) =>
  client.upload('/uploadFile?filename=a.png', bytes, 'image/png')
const picture = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }))
const START_S = START_MS / 1000
const HOUR_S = 3600
const spans = (fromS: number, toS: number) => `startTime=${fromS}&endTime=${toS}`

const HERE: Record<string, Provocation> = {
  'shell: sign-in: wrong code': {
    key: 'verifyCodeWrong',
    code: 20001,
    ask: (_, platform, language) => platform.tryToSignIn('north', PASSWORD, 'zzzz', language),
  },
  'shell: sign-in: wrong name or password': {
    key: 'wrongCredentials',
    code: 20003,
    ask: (_, platform, language) => platform.tryToSignIn('south', 'Wrong@2026', undefined, language),
  },
  'shell: sign-in: old code': {
    key: 'verifyCodeExpired',
    code: 20002,
    async ask(_, platform, language) {
      const { data } = (await platform.ask('/user/verifycode')) as unknown as { data: { verifyKey: string } }
      const verifycode = platform.areas.session.verifyCodeOf(data.verifyKey) ?? ''
      platform.hostClock.advance(121_000)
      return platform.ask('/user/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify({
          loginName: 'north',
          password: hash(PASSWORD),
          verifycode,
          verifyKey: data.verifyKey,
        }),
      })
    },
  },
  'shell: sign-in: locked': {
    key: 'accountLocked',
    code: 20004,
    values: { minutes: 15 },
    async ask(_, platform, language) {
      for (let wrong = 0; wrong < 5; wrong++) await platform.tryToSignIn('nobody', 'Wrong@2026')
      return platform.tryToSignIn('nobody', PASSWORD, undefined, language)
    },
  },
  'shell: sign-in has ended': {
    key: 'sessionExpired',
    code: 20011,
    async ask(_, platform, language) {
      const client = await platform.signIn('south', language)
      await client.post('/user/logout')
      return client.get('/user/getInfo')
    },
  },
  'shell: 20012': {
    key: 'passwordsDiffer',
    code: 20012,
    ask: (client) => modify(client, 'Newer@2026', 'Other@2026'),
  },
  'shell: 20013': {
    key: 'passwordUnchanged',
    code: 20013,
    ask: (client) => modify(client, PASSWORD, PASSWORD),
  },
  'shell: picture: neither JPEG nor PNG': {
    key: 'pictureForm',
    code: 415,
    ask: (client) => upload(client, Buffer.from('GIF89a'.padEnd(100))),
  },
  'shell: picture: size': {
    key: 'pictureTooLarge',
    code: 413,
    ask: (client) => upload(client, new Uint8Array(1024 * 1024 + 1)),
  },
  'shell: picture: resolution': {
    key: 'pictureTooSmall',
    code: 400,
    ask: (client) => upload(client, picture(249, 50)),
  },
  'shell: alarm: no type': {
    key: 'alarmTypeUnknown',
    code: 400,
    async ask(client, platform) {
      const [alarm] = await platform.records.alarms.raise([
        {
          sn: 'N-PTZ',
          chnId: 1,
          type: 'AiAlarm',
          subType: 'Intruder',
          alarmSeq: 'catalogue',
          startMs: START_MS - 60_000,
        },
      ])
      return client.post('/alarm/changeType', { id: alarm!.id, sn: 'N-PTZ', type: 'NoSuchType' })
    },
  },
  'shell: no permission': {
    key: 'notPermitted',
    code: 40003,
    ask: async (_, platform, language) => (await platform.signIn('north', language)).get('/role/list'),
  },
  'shell: channels full': {
    key: 'channelsFull',
    code: 409,
    async ask(client) {
      for (let number = 1; ; number++) {
        const channel = { sn: 'N-CAR', name: `Channel ${number}`, type: 0, lineId: 1 }
        const answer = await client.post('/device/channel/add', channel)
        if (answer.code !== 0 && answer.msg !== MESSAGES.channelNameTaken.en) return answer
        if (number > 200) throw new Error('There is always room for another channel.')
      }
    },
  },
  'shell: version not taken': {
    key: 'versionForm',
    code: 415,
    ask: (client) =>
      client.upload(
        '/upgrade/version/upload?name=Camera&version=3.9.1&kind=camera&filename=camera.exe',
        Buffer.from('MZ'),
        'application/octet-stream',
      ),
  },
  'shell: start after end': {
    key: 'startAfterEnd',
    code: 400,
    ask: (client) => client.get(`/alarm/list?${spans(START_S, START_S - HOUR_S)}`),
  },
  'rules: range of a query: 24 hours': {
    key: 'only24Hours',
    code: 400,
    ask: (client) => client.get(`/alarm/list?${spans(START_S - 24 * HOUR_S - 1, START_S)}`),
  },
  'rules: export: 7 days': {
    key: 'only7Days',
    code: 400,
    ask: (client) => client.get(`/alarm/export?${spans(START_S - 7 * 24 * HOUR_S - 1, START_S)}`),
  },
  'rules: position of zero': {
    key: 'positionZero',
    code: 400,
    ask: (client) => client.post('/device/update/place/gps', { sn: 'N-PTZ', longitude: 0, latitude: 0 }),
  },
}

describe('the platform says in the language of who asks', () => {
  const platforms = new Map<string, TestPlatform>()
  beforeAll(async () => {
    for (const language of LANGUAGES) platforms.set(language, await createTestPlatform())
  })
  afterAll(async () => {
    for (const platform of platforms.values()) await platform[Symbol.asyncDispose]()
  })

  it.each(Object.entries(HERE))('%s', async (name, { key, code, values, ask }) => {
    expect(ENTRIES.find(([entry]) => entry === name)?.[1].texts).toContain(`server:${key}`)
    for (const language of LANGUAGES) {
      const platform = platforms.get(language)!
      const said = await ask(await platform.signIn('admin', language), platform, language)
      expect({ code: said.code, msg: said.msg }).toEqual({ code, msg: message(key, language, values) })
    }
  })
})
