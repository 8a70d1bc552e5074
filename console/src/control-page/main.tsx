import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ControlPage } from './control-page.tsx'
import { takeTokenFromAddress } from './store.ts'
import './control.css'

const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
takeTokenFromAddress()
// An address with a token may be opened in a tab that is here already.
addEventListener('hashchange', takeTokenFromAddress)
createRoot(document.body).render(
  <QueryClientProvider client={client}>
    <ControlPage />
  </QueryClientProvider>,
)
