import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin } from './step.ts'

test('who stops a tool stops the step that it is at', async () => {
  const step = join(import.meta.dirname, 'step.ts')
  const program = `
    const { run } = await import(${JSON.stringify(step)})
    await run('sh', ['-c', 'echo $$; exec sleep 60'])
    console.log('the next step')`
  const tool = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  tool.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  await expect.poll(() => output, { timeout: 30_000 }).toMatch(/^\d+\n$/)
  tool.kill('SIGTERM')
  expect(await once(tool, 'exit')).toEqual([143, null])
  expect(() => process.kill(Number(output), 0)).toThrow('ESRCH')
  expect(output).not.toContain('the next step')
})

test('the types are checked by the compiler of package.json, not by the one that runs in browsers', () => {
  const { version } = createRequire(import.meta.url)('typescript/package.json') as { version: string }
  const { stdout } = spawnSync(bin('tsc'), ['--version'], { encoding: 'utf8' })
  expect(stdout.trim()).toBe(`Version ${version}`)
})
