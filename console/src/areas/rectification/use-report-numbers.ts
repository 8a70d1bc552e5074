import { useMemo } from 'react'
import { useLanguage, useText } from '../../language/language.ts'

/** Numbers of the report as the language writes them. */
export function useReportNumbers() {
  const t = useText('rectification')
  const language = useLanguage()
  return useMemo(() => {
    const count = new Intl.NumberFormat(language)
    const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
    return {
      count: (value: number) => count.format(value),
      percent: (value: number | undefined) => (value === undefined ? '–' : percent.format(value)),
      span(seconds: number | null) {
        if (seconds === null) return '–'
        const minutes = Math.max(1, Math.round(seconds / 60))
        const [h, m] = [Math.floor(minutes / 60), minutes % 60]
        return h > 0 ? t('span.hours', { h, m }) : t('span.minutes', { m })
      },
    }
  }, [language, t])
}
