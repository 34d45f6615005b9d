/**
 * A derived store runs its function as its module loads: what that calls must be there by then. Nobody sees it where the state is
 * empty at the start, but modules that load later find it full.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const isFunction = ({ type }: Node) => /^(Arrow)?Function(Expression|Declaration)$/.test(type)
const nameOf = (node: unknown): string =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''

/** Names that a node mentions; `type` and the names of properties are none. */
function namesIn(node: Node): string[] {
  if (node.type.startsWith('TS') && !isNode(node['expression'])) return []
  if (node.type === 'Identifier') return [nameOf(node)]
  const skipped = node['computed'] === true ? undefined : (node['property'] ?? (node['value'] && node['key']))
  return childrenOf(node)
    .filter((child) => child !== skipped)
    .flatMap(namesIn)
}

/** The functions of derived stores that a statement creates, without those that are created later. */
function derivedIn(node: Node): Node[] {
  if (isFunction(node)) return []
  const inside = childrenOf(node).flatMap(derivedIn)
  if (node.type !== 'CallExpression') return inside
  const callee = node['callee'] as Node
  const values = node['arguments'] as Node[]
  const isCombine = nameOf(callee) === 'combine'
  const isMap = nameOf(callee['property']) === 'map' && nameOf(callee['object']).startsWith('$')
  const last = values.at(-1)
  return (isCombine || isMap) && last ? [...inside, last] : inside
}

/** @returns what is called before it is declared, as `$store calls name` */
function calledTooEarly(file: string, text: string): string[] {
  const declared = new Map<string, { readonly from: number; readonly body: Node | null }>()
  const derived: { readonly name: string; readonly end: number; readonly run: Node }[] = []
  for (const statement of parseSync(file, text).program.body as unknown as Node[]) {
    const node = isNode(statement['declaration']) ? statement['declaration'] : statement
    // A function is there from the start.
    if (node.type === 'FunctionDeclaration') declared.set(nameOf(node['id']), { from: 0, body: node })
    for (const one of (node['declarations'] as Node[] | undefined) ?? []) {
      const init = isNode(one['init']) ? one['init'] : null
      const name = nameOf(one['id'])
      if (name) declared.set(name, { from: one.end, body: init && isFunction(init) ? init : null })
      if (init) derived.push(...derivedIn(init).map((run) => ({ name, end: one.end, run })))
    }
  }
  return derived.flatMap(({ name, end, run }) => {
    const reached = new Set<string>()
    const reach = (node: Node): void => {
      for (const called of namesIn(node)) {
        if (reached.has(called)) continue
        reached.add(called)
        const body = declared.get(called)?.body
        if (body) reach(body)
      }
    }
    reach(run)
    return [...reached]
      .filter((called) => (declared.get(called)?.from ?? 0) > end)
      .map((called) => `${file}: ${name} calls ${called}`)
  })
}

test('what a derived store calls as its module loads is declared before it', () => {
  const files = globSync('{src,commands,plugins}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|sample|bench)\.|^src\/(server|tools|cli)\//.test(file),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => calledTooEarly(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('a function is there from the start, a constant from its line', () => {
  const stores = 'const $a = combine($b, (b) => shown(b))\nfunction shown(b) { return isThere(b) }\n'
  expect(calledTooEarly('a.ts', `${stores}const isThere = (b) => b`)).toEqual(['a.ts: $a calls isThere'])
  expect(calledTooEarly('a.ts', `const isThere = (b) => b\n${stores}`)).toEqual([])
  expect(calledTooEarly('a.ts', 'const $a = $b.map(name)\nconst name = (b) => b')).toEqual([
    'a.ts: $a calls name',
  ])
})
