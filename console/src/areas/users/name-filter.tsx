import { useText } from '../../language/language.ts'
import { SearchField } from '../../parts/table-screen/search-field.tsx'
import { useNameSearch } from './use-name-search.ts'

/** The one condition of an account's or a role's list. */
export function NameFilter({ label, placeholder }: { label: string; placeholder: string }) {
  const t = useText('admin')
  const { name, setName } = useNameSearch()
  return (
    <search className="filter-bar" aria-label={t('search')}>
      <span className="filter-field">
        <span>{label}</span>
        <SearchField label={label} placeholder={placeholder} value={name} onChange={setName} width={290} />
      </span>
    </search>
  )
}
