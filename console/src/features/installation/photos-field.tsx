import { INSTALLATION_LIMITS } from '@backlot/contract/installation/calls'
import { PictureField } from '../picture-field/picture-field.tsx'

/** Photos of a form: those that are there, and room for another. */
export function PhotosField(props: { value?: readonly string[]; onChange?: (paths: string[]) => void }) {
  const { value = [], onChange } = props
  const put = (at: number, path: string) => {
    const next = value.map((before, i) => (i === at ? path : before))
    if (at === value.length) next.push(path)
    onChange?.([...new Set(next.filter((each) => each !== ''))])
  }
  const places = value.length < INSTALLATION_LIMITS.photos ? [...value, ''] : value
  return (
    <div className="photos-field">
      {places.map((path, at) => (
        <PictureField key={path} value={path} onChange={(next) => put(at, next)} />
      ))}
    </div>
  )
}
