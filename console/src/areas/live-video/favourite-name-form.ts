import { updateFavourite } from '@backlot/contract/favourites/calls'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'

/** A favourite or a folder that is named. */
export type FavouriteNaming = {
  title: string
  okText: string
  label: string
  /** Current name; empty: a new one. */
  name: string
  save: (name: string) => Promise<unknown>
  /** Message when it is done. */
  done: string
}

/** The one field of a favourite that is typed. */
export function favouriteNameForm(t: Translate<'video'>, naming: FavouriteNaming): FormDescription {
  const { title, okText, label, name, save, done } = naming
  return describeForm<{ name: string }>({
    title,
    okText,
    editing: name !== '',
    initial: { name },
    schema: updateFavourite.body,
    toBody: (entered) => ({ id: 0, name: entered.name.trim() }),
    fields: [
      {
        kind: 'text',
        name: 'name',
        label,
        missing: t('menu.needsName'),
      },
    ],
    save: async (entered) => {
      await save(entered.name.trim())
      return done
    },
  })
}
