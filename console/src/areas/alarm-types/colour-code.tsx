import { useText } from '../../language/language.ts'
import { colourName } from './colour-name.ts'

/** The code of a colour for the eye, its name for the ear. */
export function ColourCode({ hex }: { hex: string }) {
  const t = useText('alarmTypes')
  return (
    <>
      <code aria-hidden="true">{hex}</code>
      <span className="visually-hidden">{colourName(hex, t)}</span>
    </>
  )
}
