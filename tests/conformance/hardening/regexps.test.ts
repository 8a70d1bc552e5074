// A pattern that backtracks can hold the whole platform for minutes over one line of text.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import isSafe from 'safe-regex'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
/** Repetitions that a pattern may have without being looked at. */
const REPETITIONS = 50

/**
 * Patterns with a repetition within a repetition that were looked at one by one with recheck 4.5 (`npx recheck`): none
 * is exponential, because the repeated part begins with a sign that its inside lacks. The entries of polynomial ones
 * name the reason why their input is short.
 */
const REVIEWED: Readonly<Record<string, string>> = {
  '/\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d{1,3})?|[A-Za-z][A-Za-z0-9]*(?:\\.[A-Za-z][A-Za-z0-9]*)?|[=!<>]=|[-+*/%^<>(),]/y':
    'linear: no two parts of it can read the same character',
  '/^(\\[[^\\]]*\\]|[^:]*)(?::(\\d+))?$/': 'linear',
  '/^127(\\.\\d{1,3}){3}$/': 'linear',
  '/^(\\S+)\\s+((?:>=|>)?\\s*\\d\\S*)(?:\\s+of\\s+(.+))?$/':
    'polynomial; a line of a scenario, which its owner starts',
  '/^-?\\d+(\\.\\d+)?$/': 'linear',
  '/^(?:\\d+(?:\\.\\d+)?(?:ms|s|m|h|d))+$/': 'linear',
  '/(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)/g': 'polynomial by itself; its text has passed the pattern above',
  '/^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?$/': 'linear',
  '/^([+-](\\d+(\\.\\d+)?(ms|s|m|h|d))+|\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?)$/': 'linear',
  '/^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/': 'linear',
  '/^[a-z0-9-]+(\\.[a-z0-9-]+)*$/': 'linear',
  '/^[+-]?\\d{1,3}(\\.\\d+)?$/': 'linear',
  '/-([0-9a-z]{1,8})(?:\\.(a?d?))?$/': 'linear',
  '/^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?$/':
    'polynomial; a value of a packet of at most 1024 signs',
  '/^(?:([^:=]{1,24}):)?([^:=]+)=([^=]+)$/': 'linear',
  '/^([0-9a-fA-F]{2})*$/': 'linear',
  '/^(0?1[3458]\\d{9}|(\\d{3,4}-)?\\d{7,8})$/': 'linear',
  '/^$|^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/': 'linear',
  '/^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/': 'linear',
  '/^\\d{1,3}(,\\d{1,3})*$/': 'linear',
  '/^(.*):(\\d+)(\\/.*)?$/': 'polynomial; a text of at most 253 signs',
  '/^[0-9a-f]{32}([0-9a-f]{32})?$/i': 'linear',
  '/^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/': 'linear',
  '/^\\d{1,5}(\\.\\d{1,5}){1,3}$/': 'linear',
  '/^([+-]?)(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)?$/': 'linear',
  '/^([A-Za-z_]\\w*)((?:\\[\\d*\\])*)$/': 'linear',
  '/^(\\d+(?:\\.\\d+)?)\\s*(kB|MB|GB)$/i': 'linear',
  '/(?<!:\\/\\/[\\w.+:-]{0,64})[\\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63})+/g':
    'each letter looks 64 back and 64 ahead; a body of a capture may be long',
  '/(?<![\\w.])(?:\\+?86[- ]?)?1[3-9]\\d{9}(?!\\w)/g': 'linear',
  '/^\\d{4}-\\d{2}-\\d{2}[ T]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?$/': 'linear',
  '/^\\d{10,13}(\\.\\d+)?$/': 'linear',
  '/^([a-z0-9]+):\\/\\/(?:([^\\s/?#@]*)@)?(\\[[0-9a-fA-F:.]+\\]|[^\\s:/?#@[\\]]+)(?::(\\d{1,5}))?(\\/[^\\s?#]*)?(\\?[^\\s#]*)?$/':
    'linear',
  '/^([\\w.-]+|\\[[\\da-fA-F:.]+\\])(:\\d{1,5})?$/': 'linear',
  '/^(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:[T ](\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{1,9}))?)?)?(Z|[+-]\\d{2}:?\\d{2})?$/i':
    'linear',
  '/^[+-]?(\\d{1,15}(\\.\\d{0,20})?|\\.\\d{1,20})(e[+-]?\\d{1,2})?$/i': 'linear',
  '/^(PLAY|PAUSE|TEARDOWN)(?:\\s+\\S+)??\\s+(MANSRTSP\\/1\\.0|RTSP\\/1\\.0)$/i': 'linear',
  '/^(MANSRTSP\\/1\\.0|RTSP\\/1\\.0)\\s+(\\d{3})(?:\\s(.*))?$/i': 'linear',
  '/^npt\\s*=\\s*(now|\\d{1,9}(?:\\.\\d{0,6})?)\\s*-\\s*(\\d{1,9}(?:\\.\\d{0,6})?)?$/i': 'linear',
  '/^[+-]?\\d{1,6}(?:\\.\\d{0,9})?$/': 'linear',
  '/^([A-Za-z][\\w+.-]*):(?:\\/\\/([^/?#]*))?([^?#]*)/': 'linear',
  '/^(?:([A-Za-z_][\\w.-]*):)?([A-Za-z_*][\\w.-]*)$/': 'linear',
  '/^(\\d{4})-(\\d\\d)-(\\d\\d)T(\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,9}))?(Z|[+-]\\d\\d:\\d\\d)?$/':
    'linear',
  '/^(-)?P(?:(\\d{1,4})Y)?(?:(\\d{1,4})M)?(?:(\\d{1,6})D)?(?:T(?:(\\d{1,6})H)?(?:(\\d{1,7})M)?(?:(\\d{1,9}(?:\\.\\d{1,9})?)S)?)?$/':
    'linear',
  '/^[+-]?(\\d{1,20}(\\.\\d{0,20})?|\\.\\d{1,20})(e[+-]?\\d{1,3})?$/i': 'linear',
  '/^(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)(?:\\.(\\d{1,9}))?Z$/': 'linear',
  '/^rtsp:\\/\\/[^/?#]+(\\/[^?#]*)?(?:[?#].*)?$/i': 'linear',
  '/^(\\d{1,5})(?:-(\\d{1,5}))?$/': 'linear',
  '/^(\\d{1,6})?$/': 'linear',
  '/^(\\d{1,3})\\s+([^\\s/]+)\\/(\\d{1,7})(?:\\/(\\d{1,2}))?/': 'linear',
  '/^\\d{1,15}(\\.\\d{1,3})?$/': 'linear',
  '/^(\\d{1,5})(?:\\/(\\d{1,5}))?$/': 'linear',
  '/^RTSP\\/\\d{1,2}\\.\\d{1,2} (\\d{3})(?: (.*))?$/': 'linear',
  '/^SIP\\/(\\d+\\.\\d+) (\\d{3})(?: (.*))?$/i': 'linear',
  '/^(\\[[\\da-fA-F:.]+\\]|[\\w.-]+)(?::(\\d{1,5}))?$/': 'linear',
  '/^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})[T ](\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s?(Z|[+-]\\d{2}:?\\d{2})?$/i':
    'linear',
  '/^\\d{9,13}(?:\\.\\d+)?$/': 'linear',
  '/^(\\d{2})(\\d{2})(\\d{2}(?:\\.\\d+)?)$/': 'linear',
  '/^(\\d{1,3})(\\d{2}(?:\\.\\d+)?)$/': 'linear',
}

/** Every pattern of the programs that parse external input, with its file. */
function patternsOf(folder: string): [pattern: string, file: string][] {
  const found: [string, string][] = []
  for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.ts$/.test(name) || /\.test\.|test-support|\.d\.ts$/.test(name)) continue
    const file = join(folder, name)
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest)
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.RegularExpressionLiteral)
        found.push([(node as ts.RegularExpressionLiteral).text, file])
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

const bodyOf = (literal: string) => literal.slice(1, literal.lastIndexOf('/'))
const isPlain = (literal: string) => isSafe(bodyOf(literal), { limit: REPETITIONS })

it('no pattern that reads input repeats a repetition, unless somebody has looked at it', () => {
  const patterns = ['simulator/src', 'contract/src', 'cli/src'].flatMap(patternsOf)
  expect(patterns.length).toBeGreaterThan(100)
  const risky = patterns.filter(([pattern]) => !isPlain(pattern))
  const unknown = risky.filter(([pattern]) => !Object.hasOwn(REVIEWED, pattern))
  expect(unknown, 'look at it with npx recheck; when it is linear, list it here').toEqual([])
})

it('a pattern that takes for ever is noticed', () => {
  for (const pattern of ['/(a+)+$/', '/^(\\w+\\s?)*$/', '/([a-z]+)*x/']) expect(isPlain(pattern)).toBe(false)
})
