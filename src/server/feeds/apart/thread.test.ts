import { expect, test } from 'vitest'
import { createThread } from './thread.ts'

/** @param answer what is done with a `number` and its `question` */
const moduleOf = (answer: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ number, question }) => { ${answer} })`)}`,
  )
const ECHO = 'parentPort.postMessage({ number, answer: question })'
const BOUNDS = { time: 20_000, idle: 20_000, young: 8 }

test('questions are answered in their order', async () => {
  const thread = createThread<number, number>(moduleOf(ECHO), BOUNDS)
  thread.start()
  const order: number[] = []
  const asked = Array.from({ length: 50 }, (_, at) =>
    thread.ask(at).then((outcome) => (order.push(at), outcome)),
  )
  expect(await Promise.all(asked)).toEqual(asked.map((_, at) => ({ answer: at })))
  expect(order).toEqual(asked.map((_, at) => at))
  await thread.close()
  expect(thread.isRunning()).toBe(false)
})

test('who asks where no thread runs is told so', async () => {
  const thread = createThread<number, number>(moduleOf(ECHO), BOUNDS)
  expect(await thread.ask(1)).toEqual({ failed: 'lost' })
})

test.each([
  ['ends', 'process.exit()'],
  ['throws', 'throw new Error("broken")'],
  ['cannot say what it found', 'parentPort.postMessage({ number, error: "broken" }); process.exit()'],
  ['answers what nobody asked', 'parentPort.postMessage({ number: 99 })'],
])('all that a thread was asked that %s is lost, and it can be started again', async (_, deed) => {
  const thread = createThread<string, string>(
    moduleOf(`if (question === 'die') { ${deed} } else ${ECHO}`),
    BOUNDS,
  )
  thread.start()
  // Waited for, because the end of a thread may overtake its last answer.
  expect(await thread.ask('a')).toEqual({ answer: 'a' })
  const asked = ['die', 'b'].map((question) => thread.ask(question))
  expect(await Promise.all(asked)).toEqual([{ failed: 'lost' }, { failed: 'lost' }])
  thread.start()
  expect(await thread.ask('c')).toEqual({ answer: 'c' })
  await thread.close()
})

test('a thread that cannot even begin loses what it is asked', async () => {
  const thread = createThread<number, number>(
    new URL('./there-is-no-such-module.ts', import.meta.url),
    BOUNDS,
  )
  thread.start()
  expect(await thread.ask(1)).toEqual({ failed: 'lost' })
  expect(thread.isRunning()).toBe(false)
})

test('one question that takes too long is given up, those behind it are only lost', async () => {
  const thread = createThread<number, number>(moduleOf(`if (question === 1) for (;;); ${ECHO}`), {
    ...BOUNDS,
    time: 200,
  })
  thread.start()
  const asked = [1, 2, 3].map((question) => thread.ask(question))
  expect(await Promise.all(asked)).toEqual([{ failed: 'late' }, { failed: 'lost' }, { failed: 'lost' }])
  await thread.close()
})

test('a thread that rests is ended', async () => {
  const thread = createThread<number, number>(moduleOf(ECHO), { ...BOUNDS, idle: 1 })
  thread.start()
  for (let left = 500; left > 0 && thread.isRunning(); left -= 1)
    await new Promise((pause) => setTimeout(pause, 10))
  expect(thread.isRunning()).toBe(false)
})
