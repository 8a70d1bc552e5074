import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where the site lies below the address of a simulator. */
export const BASE = '/manual/'

const below = (folder: string) =>
  readdirSync(`${ROOT}/docs/${folder}`)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${folder}/${name}`)
const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`)

/** Pages that are made from the types of the package (scripts/typedoc.json), with what they are about. */
export const API_PAGES: Readonly<Record<string, { title: string; description: string }>> = {
  'docs/api/backlot.md': {
    title: 'backlot',
    description: 'Every export of the package: a platform in the process of a test, and its typed control.',
  },
  'docs/api/backlot/playwright.md': {
    title: 'backlot/playwright',
    description: "Fixtures and options of Playwright's test with a platform.",
  },
  'docs/api/backlot/vitest.md': {
    title: 'backlot/vitest',
    description: "Fixtures and options of Vitest's test with a platform.",
  },
  'docs/api/backlot/contract.md': {
    title: 'backlot/contract',
    description: 'Every call and message of the platform as schemas, and what belongs to them.',
  },
}

/** The pages of the site in the order of its sidebar, by their paths from the root of the repository. */
export const GROUPS: readonly { title: string; pages: readonly string[]; isFolded?: boolean }[] = [
  { title: 'Start', pages: ['README.md', ...docs('how-to/first-hour', 'glossary', 'differences')] },
  {
    title: 'How to',
    pages: docs(
      'how-to/write-a-scenario',
      'how-to/add-a-device',
      'how-to/connect-a-real-device',
      'how-to/test-your-console',
      'how-to/testcontainers',
      'ci',
      'how-to/load-test-a-platform',
      'real-platform',
      'assistants',
    ),
  },
  {
    title: 'Control',
    pages: docs('control', 'scenarios', 'faults', 'load', 'fleets', 'snapshots', 'metrics', 'troubles'),
  },
  {
    title: 'Console',
    pages: docs(
      'console',
      'map',
      'tracks',
      'situation',
      'alarm-query',
      'alarm-push',
      'ai-view',
      'sensors',
      'servers',
      'talk',
    ),
  },
  {
    title: 'Devices and wires',
    pages: docs(
      'devices',
      'kind-files',
      'recorded-tracks',
      'own-videos',
      'wires',
      'wire-capture',
      'mqtt',
      'modbus',
      'picture-strip',
    ),
  },
  { title: 'Kinds of devices', pages: below('devices'), isFolded: true },
  { title: 'Other platforms', pages: docs('adapters', 'check', 'record-replay', 'page') },
  {
    title: 'Operation and design',
    pages: docs(
      'world',
      'media',
      'channel',
      'data-model',
      'archive',
      'cluster',
      'edge',
      'performance',
      'threat-model',
    ),
  },
  { title: 'Reference of the package', pages: Object.keys(API_PAGES) },
  { title: 'Decisions', pages: below('decisions'), isFolded: true },
  { title: 'Project', pages: ['CONTRIBUTING.md', 'CHANGELOG.md', ...docs('versions', 'how-to/publish')] },
]

/** Every page of the site. */
export const SITE_PAGES = GROUPS.flatMap(({ pages }) => pages)

/** Path of a page in the site, from its base, without an extension: `docs/how-to/first-hour.md` is `how-to/first-hour`. */
export const sitePath = (page: string): string =>
  page === 'README.md' ? 'index' : page.replace(/^docs\//, '').replace(/\.md$/, '')

/** The page that VitePress means by a path: that of its file, or its path in the site. */
export function pageAt(path: string): string {
  const page = SITE_PAGES.find((one) => one === path || `${sitePath(one)}.md` === path)
  if (page === undefined) throw new Error(`${path} is in no group of docs/.vitepress/pages.ts.`)
  return page
}

const textOf = (page: string) => readFileSync(`${ROOT}/${page}`, 'utf8')

/** Plain text of a line of Markdown: no links, emphasis or code marks. */
const plain = (text: string) =>
  text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/`|\*\*|\*(?=\w)|(?<=\w)\*/g, '')

/** First heading of a page. Throws when it has none. */
export function titleOf(page: string): string {
  if (page in API_PAGES) return API_PAGES[page]!.title
  const title = /^# (.+)$/m.exec(textOf(page))?.[1]
  if (title === undefined) throw new Error(`${page} has no title: begin it with a line '# Title'.`)
  return plain(title)
}

/**
 * What a page is about, in one line: the first sentence of its text, of a decision that of its decision. Sentences that
 * only name code or other pages are none.
 */
export function descriptionOf(page: string): string {
  if (page in API_PAGES) return API_PAGES[page]!.description
  const text = textOf(page).replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const paragraphs = text.split(/\n{2,}|\n(?=[-|#])/).filter((one) => /^[\p{L}*_`[]/u.test(one))
  const decided = paragraphs.find((one) => one.startsWith('**Decision.**'))
  const sentences = [...(decided ? [decided] : []), ...paragraphs].flatMap((one) =>
    one
      .replace(/^\*\*(Context|Decision)\.\*\* /, '')
      .split(/(?<=[.:])\s+(?=[\p{Lu}`*[])/u)
      .map((sentence) => sentence.replaceAll('\n', ' ')),
  )
  const found = sentences.find(
    (one) =>
      one
        .replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)|·/g, '')
        .trim()
        .split(/ +/).length > 5,
  )
  if (found === undefined) throw new Error(`${page} does not say what it is about: begin it with a sentence.`)
  return plain(found).replace(/:$/, '.')
}

/** The site's table of contents for language models (llmstxt.org): each page by its title, address and description. */
export function llmsText(): string {
  const groups = GROUPS.map(({ title, pages }) => {
    const lines = pages.map(
      (page) => `- [${titleOf(page)}](${BASE}${sitePath(page)}.html): ${descriptionOf(page)}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# ${titleOf('README.md')}\n\n> ${descriptionOf('README.md')}\n\n${groups.join('\n')}`
}
