import type { Language } from '../../language/language.ts'

/** Kilometres with one decimal, by the language's habits. */
export function kilometres(metres: number, language: Language): string {
  const figures = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return `${figures.format(metres / 1000)} km`
}
