var helped = (typeof assert === 'function');
