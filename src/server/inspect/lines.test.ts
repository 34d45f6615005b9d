import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

async function lines(...chunks: readonly string[]): Promise<string[]> {
  const read: string[] = []
  for await (const line of linesOf(Readable.from(chunks))) read.push(line)
  return read
}

test('a line is whole however it comes, and a separator of JSON does not end it', async () => {
  expect(await lines('{"a":', '1}\n{"b":"x\u2028y\u2029z\u0085"}', '\n', '\n{"c":2}')).toEqual([
    '{"a":1}',
    '{"b":"x\u2028y\u2029z\u0085"}',
    '',
    '{"c":2}',
  ])
  expect(await lines('one\r\n', 'two\n')).toEqual(['one\r', 'two'])
  expect(await lines()).toEqual([])
})

test('a long line in many pieces costs its length', async () => {
  const [line] = await lines(...Array.from({ length: 20_000 }, () => 'piece '))
  expect(line).toHaveLength(120_000)
})
