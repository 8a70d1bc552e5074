import { DATA_FLAGS } from '@backlot/contract/sensors/entities'
import { useText } from '../../language/language.ts'

/** The mark of a value that is not simply good. */
export function FlagMark({ flag }: { flag: string }) {
  const t = useText('sensors')
  const known = DATA_FLAGS.find((one) => one === flag)
  return (
    <abbr className="flag-mark" title={known ? t(`flags.${known}`) : t('flags.unknown', { flag })}>
      {flag}
    </abbr>
  )
}
