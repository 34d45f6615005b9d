import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
