import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { pageAt, ROOT } from './pages.ts'

/**
 * A picture `name.webp` beside which a `name-light.webp` lies is shown in the theme of the reader: both are in the page,
 * and the style sheet shows one.
 */
export function sitePictures(markdown: MarkdownRenderer): void {
  const usual = markdown.renderer.rules.image!
  markdown.renderer.rules.image = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    const source = token.attrGet('src') ?? ''
    const light = source.replace(/\.(\w+)$/, '-light.$1')
    token.attrSet('loading', 'lazy')
    if (!existsSync(join(ROOT, dirname(pageAt((env as { relativePath: string }).relativePath)), light)))
      return usual(tokens, at, options, env, self)
    const shown = (path: string, theme: string) => {
      token.attrSet('src', path)
      token.attrSet('class', theme)
      return usual(tokens, at, options, env, self)
    }
    return shown(source, 'only-dark') + shown(light, 'only-light')
  }
}
