import { DefaultReporter, type TestModule } from 'vitest/node';

/** Says of each project how many of its tests passed, and no more of files in which all did. `--reporter=default` names each file. */
export class LineAProject extends DefaultReporter {
  /** @param long paths of the tests that another project than asked for may have */
  constructor(private readonly long: readonly string[]) {
    super();
  }

  protected override printTestModule(module: TestModule): void {
    if (module.state() === 'failed') super.printTestModule(module);
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter['onTestRunEnd']>): void {
    for (const project of new Set(modules.map((module) => module.project.name))) {
      this.log(lineOf(modules.filter((module) => module.project.name === project)));
    }
    // Vitest has it, but leaves it out of its types.
    const { filenamePattern: asked = [] } = this.ctx as { readonly filenamePattern?: readonly string[] };
    const left = this.ctx.projects.some(({ name }) => name === 'long')
      ? []
      : this.long.filter((path) => asked.some((part) => path.includes(part)));
    if (left.length > 0) this.log(` not run, because --project long has them: ${left.join(', ')}`);
    super.onTestRunEnd(modules, errors, reason);
  }
}

function lineOf(modules: readonly TestModule[]): string {
  const states = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const counts = (['passed', 'failed', 'skipped'] as const)
    .map((state) => ({ state, count: states.filter((one) => one === state).length }))
    .flatMap(({ state, count }) => (count > 0 ? [`${count} ${state}`] : []));
  const seconds = modules.reduce((sum, module) => sum + module.diagnostic().duration, 0) / 1000;
  return ` ${modules[0]!.project.name}: ${counts.join(', ')} (${modules.length} files, ${seconds.toFixed(0)} s)`;
}
