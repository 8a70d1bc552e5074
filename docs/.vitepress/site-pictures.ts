import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { pageAt, ROOT } from './pages.ts'

const THEMES = ['dark', 'light'] as const
/** The package carries no film. */
const HAS_FILMS = process.env['BACKLOT_DOCS_FILMS'] !== 'off'

/**
 * A picture `name.png` beside which `name-dark.jpg` or `name-light.jpg` lies is shown in the theme of the reader: both
 * are in the page, and the style sheet shows one. Beside which `name.mp4` lies is shown as that film, before it plays.
 */
export function sitePictures(markdown: MarkdownRenderer): void {
  const usual = markdown.renderer.rules.image!
  markdown.renderer.rules.image = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    const source = token.attrGet('src') ?? ''
    const folder = join(ROOT, dirname(pageAt((env as { relativePath: string }).relativePath)))
    const film = source.replace(/\.png$/, '.mp4')
    if (HAS_FILMS && film !== source && existsSync(join(folder, film)))
      return `<video controls preload="none" poster="./${source}" src="./${film}" aria-label="${markdown.utils.escapeHtml(token.content)}"></video>`
    const inTheme = (theme: string) => source.replace(/\.png$/, `-${theme}.jpg`)
    const other = THEMES.find((theme) => existsSync(join(folder, inTheme(theme))))
    token.attrSet('loading', 'lazy')
    if (other === undefined) return usual(tokens, at, options, env, self)
    const own = THEMES.find((theme) => theme !== other)
    token.attrSet('class', `only-${own}`)
    const first = usual(tokens, at, options, env, self)
    token.attrSet('src', inTheme(other))
    token.attrSet('class', `only-${other}`)
    return first + usual(tokens, at, options, env, self)
  }
}
