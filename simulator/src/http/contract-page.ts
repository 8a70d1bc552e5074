import { type Access, type AnyCall, CHANGES_TEXT } from '@backlot/contract/call'
import { z } from 'zod'
import { type JsonSchema, schemaText } from './schema-text.ts'

/** The contract as one readable page: self-contained HTML, no script, nothing fetched. */
export function contractPage(calls: readonly AnyCall[], version: string): string {
  const areas = new Map<string, AnyCall[]>()
  for (const call of calls) {
    const area = call.name.split('.')[0]!
    areas.set(area, [...(areas.get(area) ?? []), call])
  }
  const contents = [...areas.keys()].map((area) => `<a href="#${area}">${area}</a>`).join(' ')
  const sections = [...areas].map(
    ([area, list]) => `<section id="${area}"><h2>${area}</h2>${list.map(callBlock).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Backlot: the platform's interface</title><style>${STYLE}</style>
<header><h1>The platform's interface</h1><p>Version ${escapeHtml(version)}, ${calls.length} calls.
Replies are <code>{"code","msg","data"}</code>; code 0 is success.
Machine-readable: <a href="/openapi.json">openapi.json</a>, <a href="/asyncapi.json">asyncapi.json</a>.</p>
<nav>${contents}</nav></header><main>${sections.join('')}</main></html>`
}

function callBlock(call: AnyCall): string {
  const parts = [
    call.params && schemaBlock('Path', call.params),
    call.method === 'GET' && schemaBlock('Query', call.query),
    call.method === 'POST' && !call.raw?.request && schemaBlock('Body', call.body),
    call.raw?.request && `<h4>Body</h4><p>${call.raw.request.map(escapeHtml).join(', ')}</p>`,
    call.raw?.reply
      ? `<h4>Reply</h4><p>${escapeHtml(call.raw.reply)}</p>`
      : schemaBlock('Data of the reply', call.data),
    codesBlock(call),
  ]
  return `<details id="${call.name}"><summary><b class="${call.method}">${call.method}</b> <code>${escapeHtml(call.path)}</code>
<span>${escapeHtml(call.summary)}</span> <i class="${call.origin}">${call.origin}</i></summary>
<p class="access">${accessText(call.access)}${call.changes ? ` ${CHANGES_TEXT[call.changes]}` : ''}</p>${parts.filter(Boolean).join('')}</details>`
}

function codesBlock(call: AnyCall): string {
  const rows = Object.entries(call.codes ?? {}).map(
    ([code, text]) => `<tr><td>${code}<td>${escapeHtml(text)}`,
  )
  return rows.length === 0 ? '' : `<h4>Codes</h4><table>${rows.join('')}</table>`
}

function schemaBlock(title: string, schema: z.ZodType): string {
  const text = schemaText(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  return text === '{}' ? '' : `<h4>${title}</h4><pre>${escapeHtml(text)}</pre>`
}

function accessText(access: Access): string {
  if (access.kind === 'public') return 'Anybody.'
  if (access.kind === 'signedIn') return 'Whoever is signed in.'
  if (access.kind === 'control') return 'Control token.'
  const routes = access.routes.map((path) => `<code>${escapeHtml(path)}</code>`).join(' or ')
  return `Permission ${routes}${access.anyOf ? `; capability ${access.anyOf.join(' or ')}` : ''}.`
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1.5rem}
h1{margin:0}h2{margin:2rem 0 .5rem;text-transform:capitalize}h4{margin:.75rem 0 .25rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}details{border:1px solid var(--line);border-radius:6px;margin:.35rem 0;padding:0 .75rem}
details[open]{padding-bottom:.75rem}summary{cursor:pointer;padding:.5rem 0;list-style:none}summary span{opacity:.75;margin-left:.5rem}summary:hover{background:var(--soft)}
summary b{display:inline-block;min-width:3.2rem}.GET{color:#2b7fd4}.POST{color:#2f9e5b}
i{font-style:normal;font-size:.75rem;border:1px solid var(--line);border-radius:9px;padding:0 .5rem}i.stated{background:#2f9e5b33}
pre{background:var(--soft);padding:.6rem;border-radius:4px;overflow:auto;max-height:28rem;font-size:13px;line-height:1.45;margin:0}
code{font-size:.93em}.access{margin:.25rem 0;opacity:.85}td{padding:.1rem .75rem .1rem 0}`
