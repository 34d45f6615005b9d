import { expect, test } from 'vitest'
import { comparedFindings, scanCode } from './plugin-code-scan.ts'

test.each([
  ['eval("1")', [{ kind: 'evaluates', names: ['eval'] }]],
  ['new Function("return 1")', [{ kind: 'evaluates', names: ['Function'] }]],
  ['[].at.constructor("return 1")()', [{ kind: 'evaluates', names: ['constructor'] }]],
  ['setTimeout("go()", 1)', [{ kind: 'evaluates', names: ['setTimeout'] }]],
  ['await import("./x")', [{ kind: 'evaluates', names: ['import'] }]],
  ['fetch("/api")', [{ kind: 'reaches', names: ['fetch'] }]],
  ['self.fetch("/api")', [{ kind: 'reaches', names: ['globalThis.fetch'] }]],
  [
    'host.answer("a", async (i, { fetch }) => { await fetch(i); self.fetch(i) })',
    [{ kind: 'reaches', names: ['globalThis.fetch'] }],
  ],
  ['const { fetch } = self; fetch(x)', [{ kind: 'reaches', names: ['fetch'] }]],
  ['new WebSocket(x); new Worker(y)', [{ kind: 'reaches', names: ['WebSocket', 'Worker'] }]],
  [
    'host.fetch("https://b.example/x"); host.fetch(`https://A.example:8080/${id}`)',
    [{ kind: 'hosts', names: ['a.example:8080', 'b.example'] }],
  ],
  [`const text = "${'QUJD'.repeat(60)}"`, [{ kind: 'encoded', names: ['240'] }]],
  [`const text = "${String.raw`\x41`.repeat(20)}"`, [{ kind: 'encoded', names: ['80'] }]],
  ['atob(text)', [{ kind: 'encoded', names: ['atob'] }]],
  [`a\n${'b(); '.repeat(300)}\nc`, [{ kind: 'long', names: ['1500'] }]],
])('a scan of %s names what is noticeable', (code, found) => {
  expect(scanCode(code)).toEqual(found)
})

test('ordinary code has nothing noticeable', () => {
  const code = `lectern.start({ start(host) {
    host.command({ id: 'guest:go', title: 'go', run: async () => {
      const { text } = await host.fetch(address)
      setTimeout(() => evaluate(text), 10)
      return { key: 'functions', values: { text } }
    } })
  } })`
  expect(scanCode(code)).toEqual([])
})

test.each([
  'host.answer("save", async ({ entryId }, { entry, fetch }) => fetch((await entry(entryId)).url))',
  'host.job("look", async ({ fetch }) => void (await fetch(address)))',
  'lectern.start({ start({ fetch }) { fetch(address) } })',
  'async function tokenFor(caller) { const { secret, fetch } = caller; await fetch(address) }',
  "/** @param {import('@lectern/plugin/server').Caller} caller */ async function tokenFor({ fetch }) { await fetch(address) }",
])('what the guide for authors writes is nothing noticeable: %s', (code) => {
  expect(scanCode(code)).toEqual([])
})

test('of a newer version, what the installed one does not have is new', () => {
  const before = scanCode('host.fetch("https://a.example/"); atob(x)')
  const after = scanCode('host.fetch("https://a.example/" + "https://b.example/"); eval(x); atob(x)')
  expect(comparedFindings(before, after)).toEqual([
    { kind: 'evaluates', names: ['eval'], isNew: true },
    { kind: 'hosts', names: ['b.example'], isNew: true },
    { kind: 'hosts', names: ['a.example'] },
    { kind: 'encoded', names: ['atob'] },
  ])
  const longer = (length: number) => scanCode('x; '.repeat(length))
  expect(comparedFindings(longer(500), longer(700))).toEqual([{ kind: 'long', names: ['2100'] }])
  expect(comparedFindings([], longer(700))).toEqual([{ kind: 'long', names: ['2100'], isNew: true }])
})

test.each(['({', 'const {'])('a million characters after %s that close no brace are read once', (start) => {
  const code = `${start}${'fetch '.repeat(170_000)}`
  expect(scanCode(`${code}; fetch(x)`)).toContainEqual({ kind: 'reaches', names: ['fetch'] })
})
