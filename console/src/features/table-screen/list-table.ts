import type { Call, DataOut, QueryOut } from '@backlot/contract/call'
import type { z } from 'zod'
import { requestFiltered } from '../../platform/request-filtered.ts'
import { rulesOf } from './field-rules.ts'
import type { TableFilter } from './filter-types.ts'
import type { Filtered, TableDescription, TablePage, TableQuery } from './table-screen-types.ts'

/** Rows that an export asks for at once, where the call answers so many. */
export const EXPORT_PAGE_SIZE = 500

/** A call that answers rows by page. */
type ListCall = Call<z.ZodObject, z.ZodType, z.ZodType<TablePage<object>>>
type RowOf<C extends ListCall> = DataOut<C>['list'][number]

type ListTable<C extends ListCall> = Omit<TableDescription<RowOf<C>>, 'fetch' | 'filters'> & {
  filters?: readonly TableFilter<QueryOut<C>>[]
  /** Asked besides what the filters say. */
  asked?: object
  /** Receives the reply, for data beside the rows. */
  onPage?(page: DataOut<C>): void
}

/** A table of the rows that a call lists: each filter is a key of the call's query, with values of its type. */
export function listTable<C extends ListCall>(call: C, table: ListTable<C>): TableDescription<RowOf<C>> {
  const { filters, asked, onPage, ...rest } = table
  const { max = EXPORT_PAGE_SIZE } = rulesOf(call.query.shape['pageSize'])
  return {
    ...rest,
    ...(filters && { filters: limited(call, filters) }),
    ...(rest.export && { export: { pageSize: Math.min(max, EXPORT_PAGE_SIZE), ...rest.export } }),
    async fetch(query, signal, filtered) {
      const page = await fetchPage(call, query, signal, filtered, asked)
      onPage?.(page)
      return page
    },
  }
}

/** A page of what a call lists. */
export function fetchPage<C extends ListCall>(
  call: C,
  query: TableQuery,
  signal: AbortSignal,
  { filters, range }: Filtered,
  asked?: object,
): Promise<DataOut<C>> {
  return requestFiltered(call, { ...asked, ...filters, ...range, ...query }, signal)
}

/** Filters of a query, their texts as long as the call takes them. */
export function limited<Filter extends TableFilter>(call: ListCall, filters: readonly Filter[]): Filter[] {
  return filters.map((filter) =>
    filter.kind === 'text'
      ? { ...filter, maxLength: rulesOf(call.query.shape[filter.key]).maxLength }
      : filter,
  )
}
