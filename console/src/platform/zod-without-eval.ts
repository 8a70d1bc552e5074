import { config } from 'zod'

// zod asks by `new Function('')` whether it may compile its schemas. The page's content security policy forbids that,
// and every page would report a violation (Firefox in its console, other browsers to reporting tools).
config({ jitless: true })
