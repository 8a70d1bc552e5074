// The pages of docs/, README.md and CONTRIBUTING.md as a site with search, which the simulator serves at /manual/.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import {
  BASE,
  descriptionOf,
  GROUPS,
  llmsText,
  pageAt,
  ROOT,
  SITE_PAGES,
  sitePath,
  titleOf,
} from './pages.ts'
import { anchorOf, siteLinks } from './site-links.ts'
import { sitePictures } from './site-pictures.ts'

const icon = readFileSync(join(ROOT, 'console/src/control-page/icon.svg'), 'utf8')
/** Scripts that VitePress writes into every page, by their id: the same text in all of them. */
const inlineScripts = new Map<string, string>()

export default defineConfig({
  title: 'Backlot',
  description: descriptionOf('README.md'),
  lang: 'en',
  base: BASE,
  srcDir: ROOT,
  srcExclude: readdirSync(ROOT, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name))
    .filter((pattern) => !['docs/**', ...SITE_PAGES].includes(pattern))
    .concat('docs/api/README.md'),
  cacheDir: join(ROOT, '.cache/vitepress'),
  rewrites: Object.fromEntries(SITE_PAGES.map((page) => [page, `${sitePath(page)}.md`])),
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  metaChunk: true,
  // Search holds every page's text in one file.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  markdown: {
    anchor: { slugify: anchorOf },
    config(markdown) {
      siteLinks(markdown)
      sitePictures(markdown)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [{ text: 'First hour', link: '/how-to/first-hour' }],
    sidebar: GROUPS.map(({ title, pages, isFolded = false }) => ({
      text: title,
      collapsed: isFolded,
      items: pages.map((page) => ({ text: titleOf(page), link: `/${sitePath(page)}` })),
    })),
    outline: [2, 3],
  },
  transformPageData(page) {
    return page.isNotFound ? {} : { description: descriptionOf(pageAt(page.relativePath)) }
  },
  // The policy of /manual/ allows no script within a page.
  transformHtml: (html) =>
    html.replace(/<script id="([\w-]+)">([\s\S]*?)<\/script>/g, (_, id: string, text: string) => {
      inlineScripts.set(id, text)
      return `<script src="${BASE}assets/${id}.js"></script>`
    }),
  buildEnd({ outDir }) {
    for (const [id, text] of inlineScripts) writeFileSync(join(outDir, `assets/${id}.js`), text)
    writeFileSync(join(outDir, 'llms.txt'), llmsText())
  },
})
