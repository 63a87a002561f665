import { beforeEach } from 'vitest'

/** The only file that still has a test with `retry`: the layout shift of a page whose font comes late. */
const LEFT = 'packages/docs/test/site.test.ts'

// A test that passes at the second try hides a defect, of what it tests or its own.
beforeEach(({ task }) => {
  if (task.retry && !task.file.filepath.endsWith(LEFT))
    throw new Error('it has `retry`: mend what makes it fail')
})
