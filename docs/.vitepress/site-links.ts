import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { pageAt, ROOT, SITE_PAGES, sitePath } from './pages.ts'

/**
 * Links of the pages, which are those of the repository, as the site has them: a link to a page or to a folder of pages
 * leads to the page of the site; a link to code, which the site does not carry, becomes text that tells the path.
 * Throws for a link to a file that is not there.
 */
export function siteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('site_links', (state) => {
    const page = pageAt((state.env as { relativePath: string }).relativePath)
    for (const token of state.tokens) {
      // Links do not nest: the next closing token is that of the last opening one.
      let isSource = false
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') {
          const found = siteLink(child.attrGet('href') ?? '', page)
          isSource = 'source' in found
          if ('href' in found) child.attrSet('href', found.href)
          else {
            child.type = 'source_open'
            child.tag = 'span'
            child.attrs = [
              ['class', 'source'],
              ['title', `In the repository: ${found.source}`],
            ]
          }
        } else if (child.type === 'link_close' && isSource) {
          child.type = 'source_close'
          child.tag = 'span'
        }
      }
    }
  })
}

/** Where a link of a page leads: an address in the site, or a path of the repository. */
function siteLink(href: string, from: string): { href: string } | { source: string } {
  if (/^([a-z]+:|#)/.test(href)) return { href }
  const [target = '', heading] = href.split('#')
  const file = posix.join(posix.dirname(from), decodeURI(target))
  if (!existsSync(join(ROOT, file))) throw new Error(`${from} links to ${file}, which is not there.`)
  const page = statSync(join(ROOT, file)).isDirectory()
    ? SITE_PAGES.find((one) => one.startsWith(`${file}/`))
    : SITE_PAGES.find((one) => one === file)
  if (page === undefined) return { source: file }
  const to = posix.relative(posix.dirname(sitePath(from)), `${sitePath(page)}.md`)
  return { href: `${to.startsWith('.') ? to : `./${to}`}${heading ? `#${heading}` : ''}` }
}

/** Anchor of a heading, as GitHub makes it: the links of the pages name these. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')
