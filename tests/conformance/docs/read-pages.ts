import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')

/** A fenced block of a page, with the line on which it begins. */
export type Block = { page: string; line: number; language: string; text: string }

/** Pages that a reader of the project opens, by their path from the root. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'scripts/package/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('api/'))
    .map((name) => `docs/${name}`)
    .sort(),
]

export const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** The fenced blocks of all pages (CommonMark 4.5), also those that are indented in a list. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: (Block & { fence: string; indent: number }) | undefined
  pageText(page)
    .split('\n')
    .forEach((text, index) => {
      const fence = /^( *)(`{3,}|~{3,}) *([\w-]*)/.exec(text)
      if (!open && fence)
        open = {
          page,
          line: index + 1,
          language: fence[3]!,
          text: '',
          fence: fence[2]!,
          indent: fence[1]!.length,
        }
      else if (open && fence?.[2]?.startsWith(open.fence) && fence[3] === '') {
        blocks.push({ page, line: open.line, language: open.language, text: open.text })
        open = undefined
      } else if (open) open.text += `${text.slice(open.indent)}\n`
    })
  if (open) throw new Error(`${page}:${open.line}: the block is never closed`)
  return blocks
}

/** Links of a page to files of the project: target path from the root, and the heading in it. */
export function linksOf(page: string): { to: string; heading: string | undefined }[] {
  const text = pageText(page).replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2/gm, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path, heading] = target.split('#') as [string, string?]
      return { to: path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path)), heading }
    })
}

/** Anchors of a page's headings, as GitHub makes them. */
export const anchorsOf = (page: string): string[] =>
  [...pageText(page).matchAll(/^#+ +(.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Paths of the project that a page names in its text: `cli/src/program.ts`, `docs/devices/`. Patterns and ellipses are none. */
export const pathsOf = (page: string): string[] =>
  [
    ...pageText(page).matchAll(
      /`((?:contract|simulator|console|cli|testing|tests|fixtures|scripts|docs)\/[\w./-]+)`/g,
    ),
  ].map(([, path]) => path!)

/** Fenced blocks of all pages; `at`: where one begins. */
export const BLOCKS = PAGES.flatMap(blocksOf).map((block) => ({
  ...block,
  at: `${block.page}:${block.line}`,
}))

/** Those in a language, as the fence names it. */
export const blocksIn = (language: string) => BLOCKS.filter((block) => block.language === language)
