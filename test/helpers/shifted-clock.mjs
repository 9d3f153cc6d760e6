// Loaded with `--import`: the clock of this process stands two years back.
const back = 2 * 365 * 24 * 60 * 60 * 1000;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() - back);
    else super(...args);
  }
  static now() {
    return RealDate.now() - back;
  }
};
