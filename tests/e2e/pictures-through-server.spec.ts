import { expect, test } from './fixtures.ts'
import { colouredPng } from '../support/coloured-png.ts'

test.use({ env: { IMAGE_PROXY: 'all' } })

test('pictures of entries come through the server, keep their place, and fail visibly', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  feeds.serve('wide.png', colouredPng(640, 400, [180, 60, 40]), 'image/png')
  feeds.serve('page.png', '<html>no picture</html>', 'image/png')
  feeds.write('photos', [
    {
      guid: 'one',
      title: 'One picture',
      html: `<p>Before.</p><p><img src="${feeds.url}/wide.png" alt="Rust"></p>
        <p><img src="${feeds.url}/page.png" alt="A torn page" width="300" height="200"></p>
        <p><img src="${feeds.url}/counter.gif" width="1" height="1">After.</p>`,
      at: Date.now() - 3_600_000,
    },
    { guid: 'two', title: 'No picture', html: '<p>Words alone.</p>', at: Date.now() - 7_200_000 },
  ])
  const direct: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(feeds.url)) direct.push(request.url())
  })
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('One picture')

  const picture = page.getByRole('img', { name: 'Rust' })
  await expect(picture).toHaveAttribute('src', /^\/pictures\/[\w-]+\?url=/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  const failed = page.getByRole('link', { name: /Picture not loaded.*A torn page/ })
  await expect(failed).toBeVisible()
  expect(await failed.boundingBox()).toMatchObject({ width: 300, height: 200 })
  await expect(page.getByText(/hidden pictures: 1/)).toBeVisible()
  expect(feeds.asked).not.toContain('/counter.gif')

  await picture.click()
  const large = page.locator('[data-dialog="entry-pictures"]').getByRole('img', { name: 'Rust' })
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  await reader.press('Escape')
  await expect(large).toBeHidden()

  // At the next start its place has its size and colour before it has loaded.
  const gate = Promise.withResolvers<void>()
  await page.route(/\/pictures\//, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.reload()
  await expect(picture).toHaveAttribute('width', '640')
  await expect(picture).toHaveAttribute('height', '400')
  await expect(picture).toHaveCSS('background-color', 'rgb(180, 60, 40)')
  const place = await picture.boundingBox()
  gate.resolve()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  expect(await picture.boundingBox()).toEqual(place)
  expect(direct).toEqual([])
})
